"""Sessions: timelines, live play, chance, corrections, audits, transcripts, archives and exports."""
