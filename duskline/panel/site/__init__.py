"""What visitors read and see: posts, sections of pages, gallery, subscribers, and the pictures that staff add for them."""
