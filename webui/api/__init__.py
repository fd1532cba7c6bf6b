"""The pages' answers for programs: JSON over the same doors, described in a document that is served with them."""
