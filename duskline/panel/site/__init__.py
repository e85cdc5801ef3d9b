"""The content of the website: posts, sections of pages, gallery, subscribers, and the pictures that staff add for them."""
