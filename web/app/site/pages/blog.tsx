// The blog: its posts by category, the one that is open, and the newsletter.
import { blog } from "../content/blog";
import { NewsletterBand } from "../sections/newsletter-band";
import { PageOpening } from "../sections/page-opening";
import { PostArticle } from "../sections/post-article";
import { Posts } from "../sections/posts";
import { usePost } from "../slots";

export const meta = blog.meta;

export default function Blog() {
  const post = usePost();
  return (
    <>
      {post ? (
        <PostArticle post={post} />
      ) : (
        <PageOpening label={meta.label} title={blog.hero.title} lead={blog.hero.lead} />
      )}
      <Posts besides={post !== null} />
      <NewsletterBand words={blog.newsletter} />
    </>
  );
}
