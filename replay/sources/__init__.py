"""Sources: threads outside this server whose posts are fetched, and in which a session answers.

- `source`: what every source has in common: its posts, one fetch, one reply, and its errors.
- `kinds`: the kind of a source, by its text on the command line.
- `folder`: a local folder of text files.
- `boardgamegeek`: a thread of BoardGameGeek.
- `discord`: a channel or thread of a Discord server.
- `discourse`: a topic of a Discourse forum.
- `feed`: an Atom or RSS feed of one topic.
- `hosts`: resolve the name of a host, and check its addresses before a connection.
- `texts`: the text of a fetched post, without quotations.
- `xml_pages`: refuse XML that is not plain.
- `web`: read from and post to one site over https, with limits.

Mail:

- `imap`: a mail folder on an IMAP server, with replies by SMTP.
- `maildir`: a local Maildir.
- `forum_notices`: notices of forums about replies in a thread.
- `mails`: the post in a mail.
- `mail_proof`: who sent a mail, and whether a trusted mail server has checked that.
- `outgoing_mail`: hand a mail to the mail server of this server.
"""
