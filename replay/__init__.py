"""What the log shows: timelines, live sessions, chance, corrections, audits, transcripts and exports."""
