// A part of Keys to the TARDIS as a game of boardgame.io, played at random and timed: node keys_reduced.cjs GAMES wall|cpu
//
// In it are: 48 shuffled doors in four colours round Control, closed at first, Dalek Doors among them; the 68 cards, hands
// of three, a draw pile that is renewed; draw, play, move in this order; Keys, Sonic Screwdrivers and Time Barriers with
// their targets; pawns that come in by their own edge, step on open doors that nobody stands on, and win at the far edge.
// Left out are: Time Tunnels, Jam Cookies, Pandoricas and Cyberman Assaults (such cards are drawn and discarded), what
// TARDIS Key, Extra Turn and Teleport tiles do, going back outside, the options, and what each seat may see.
//
// Each game is played once to choose its moves, which takes no part, and once more from the same seed with those moves,
// which is timed. A client without a server, in production mode, without undo: what costs least. The middle of all games
// is told, in microseconds an action.
'use strict';
process.env.NODE_ENV = 'production';
const { Client } = require('boardgame.io/client');
const { INVALID_MOVE } = require('boardgame.io/core');

const COLOURS = ['r', 'g', 'b', 'y'];
const KINDS = ['open', 'open', 'open', 'open', 'open', 'open', 'open', 'dalek', 'dalek', 'key', 'extra', 'teleport'];
const OTHERS = { sonic: 13, barrier: 9, tunnel: 6, jam: 3, pandorica: 3, cyberman: 2 };
const EDGES = ['S', 'W', 'N', 'E'];
const CONTROL = 24;
const SEATS = 4;
const OUTSIDE = -1;

const column = (tile) => tile % 7;
const row = (tile) => Math.floor(tile / 7);
const onEdge = (tile, edge) => ({ S: row(tile) === 0, N: row(tile) === 6, W: column(tile) === 0, E: column(tile) === 6 })[edge];
const opposite = (edge) => EDGES[(EDGES.indexOf(edge) + 2) % 4];
const touches = (one, other) => Math.abs(column(one) - column(other)) + Math.abs(row(one) - row(other)) === 1;

function setup({ random }) {
  const doors = random.Shuffle(COLOURS.flatMap((colour) => KINDS.map((kind) => ({ colour, kind, open: false, barrier: false }))));
  doors.splice(CONTROL, 0, { colour: '', kind: 'control', open: true, barrier: false });
  const cards = COLOURS.flatMap((colour) => Array(8).fill(`key-${colour}`));
  for (const [card, count] of Object.entries(OTHERS)) cards.push(...Array(count).fill(card));
  const pile = random.Shuffle(cards);
  const hands = Array.from({ length: SEATS }, () => pile.splice(0, 3));
  return { doors, pile, hands, discards: [], pawns: Array(SEATS).fill(OUTSIDE), step: 'draw' };
}

const stands = (G, tile) => G.pawns.includes(tile);
const canTurn = (G, tile) => tile !== CONTROL && !G.doors[tile].barrier && !(G.doors[tile].open && stands(G, tile));
const canEnter = (G, tile) =>
  tile !== CONTROL && G.doors[tile].open && !G.doors[tile].barrier && G.doors[tile].kind !== 'dalek' && !stands(G, tile);

function canUse(G, card, tile) {
  if (!(tile >= 0 && tile < 49)) return false;
  if (card === 'sonic') return G.doors[tile].barrier || canTurn(G, tile);
  if (card === 'barrier') return tile !== CONTROL && !G.doors[tile].barrier;
  return card.startsWith('key-') && canTurn(G, tile) && G.doors[tile].colour === card.slice(4);
}

const isOfUse = (G, card) => G.doors.some((_, tile) => canUse(G, card, tile));

function canGo(G, seat, tile) {
  if (!(tile >= 0 && tile < 49) || !canEnter(G, tile)) return false;
  return G.pawns[seat] === OUTSIDE ? onEdge(tile, EDGES[seat]) : touches(G.pawns[seat], tile);
}

const moves = {
  draw({ G, random, playerID }) {
    if (G.step !== 'draw') return INVALID_MOVE;
    if (!G.pile.length) {
      G.pile = random.Shuffle(G.discards);
      G.discards = [];
    }
    if (G.pile.length) G.hands[playerID].push(G.pile.shift());
    G.step = 'play';
  },
  use({ G, playerID }, card, tile) {
    const at = G.hands[playerID].indexOf(card);
    if (G.step !== 'play' || at < 0 || !canUse(G, card, tile)) return INVALID_MOVE;
    const door = G.doors[tile];
    G.hands[playerID].splice(at, 1);
    if (card === 'barrier') door.barrier = true;
    else if (door.barrier) {
      door.barrier = false;
      G.discards.push('barrier');
    } else door.open = !door.open;
    if (card !== 'barrier') G.discards.push(card);
    G.step = 'move';
  },
  discard({ G, playerID }, card) {
    const at = G.hands[playerID].indexOf(card);
    if (G.step !== 'play' || at < 0 || isOfUse(G, card)) return INVALID_MOVE;
    G.hands[playerID].splice(at, 1);
    G.discards.push(card);
    G.step = 'move';
  },
  go({ G, playerID, events }, tile) {
    if (G.step !== 'move' || !canGo(G, playerID, tile)) return INVALID_MOVE;
    G.pawns[playerID] = tile;
    if (onEdge(tile, opposite(EDGES[playerID]))) events.endGame({ winner: playerID });
    else {
      G.step = 'draw';
      events.endTurn();
    }
  },
  stay({ G, events }) {
    if (G.step !== 'move') return INVALID_MOVE;
    G.step = 'draw';
    events.endTurn();
  },
};

const keys = { name: 'keys', setup, moves, disableUndo: true };
const nothing = { name: 'nothing', setup, moves: { nothing: () => {} }, disableUndo: true };

function legal(G, seat) {
  const tiles = [...G.doors.keys()];
  if (G.step === 'draw') return [['draw']];
  if (G.step === 'move') return [['stay'], ...tiles.filter((tile) => canGo(G, seat, tile)).map((tile) => ['go', tile])];
  return [...new Set(G.hands[seat])].flatMap((card) =>
    isOfUse(G, card) ? tiles.filter((tile) => canUse(G, card, tile)).map((tile) => ['use', card, tile]) : [['discard', card]],
  );
}

function begun(game, seed) {
  const client = Client({ game: { ...game, seed }, numPlayers: SEATS, debug: false });
  client.start();
  return client;
}

function chooser(seed) {
  let state = seed + 1;
  return (count) => {
    state = (state * 48271) % 2147483647;
    return state % count;
  };
}

function chosen(seed, most) {
  const [client, chance, told] = [begun(keys, seed), chooser(seed), []];
  while (told.length < most && !client.getState().ctx.gameover) {
    const { G, ctx } = client.getState();
    const offered = legal(G, Number(ctx.currentPlayer));
    const [name, ...args] = offered[chance(offered.length)];
    client.moves[name](...args);
    told.push([name, args]);
  }
  client.stop();
  return told;
}

const now =
  process.argv[3] === 'cpu' ? () => Object.values(process.cpuUsage()).reduce((a, b) => a + b) : () => Number(process.hrtime.bigint()) / 1e3;

function timed(game, seed, told) {
  const client = begun(game, seed);
  const start = now();
  for (const [name, args] of told) client.moves[name](...args);
  const took = now() - start;
  const { _stateID: made } = client.getState();
  client.stop();
  if (made < told.length) throw new Error(`${told.length - made} moves were refused`);
  return took;
}

const WARM = 10; // so many games first, while the code is compiled
const middle = (figures) => figures.sort((a, b) => a - b)[Math.floor(figures.length / 2)];
const games = Number(process.argv[2]);
const [ours, empties] = [[], []];
let actions = 0;
for (let seed = 0; seed < WARM + games; seed += 1) {
  const told = chosen(seed, 300);
  const took = timed(keys, seed, told);
  const empty = timed(nothing, seed, told.map(() => ['nothing', []]));
  if (seed < WARM) continue;
  actions += told.length;
  ours.push(took / told.length);
  empties.push(empty / told.length);
}
console.log(JSON.stringify({ actions, games, us: middle(ours), empty_us: middle(empties) }));
