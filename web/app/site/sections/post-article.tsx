// One post: as the opening of its own page, and inside the dialog over the list.

import type { OpenPost, PostCard } from "~/api/page-data";
import { classes } from "~/ui/classes";
import { blog } from "../content/blog";
import { DayOf, type Loading, made } from "../slots";
import { StoredPicture } from "../stored-picture";

export function PostArticle({ post }: { post: OpenPost }) {
  return (
    <article className="container-site pt-10 pb-section md:pt-14">
      <a href="/blog" className="text-link underline underline-offset-4">
        {blog.open.close}
      </a>
      <header className="mt-8 max-w-[52rem]">
        <h1 className="text-h1">{post.title}</h1>
        <PostMeta post={post} className="mt-5" />
      </header>
      <PostPicture
        src={post.image}
        sizes="(min-width: 1248px) 1200px, 92vw"
        loading="eager"
        className="mt-8 aspect-[21/9] max-md:aspect-photo"
      />
      <h2 className="sr-only">{blog.open.text}</h2>
      <div className="mx-auto mt-10 max-w-measure">
        <PostContent html={post.html} />
      </div>
    </article>
  );
}

export function PostMeta({ post, className }: { post: PostCard; className?: string }) {
  return (
    <p className={`flex flex-wrap gap-x-4 gap-y-1 text-muted text-small ${className ?? ""}`}>
      <span className="text-accent">{post.category}</span>
      <span>
        {blog.by} {post.author}
      </span>
      <DayOf value={post.createdAt} />
      <span>{post.readTime}</span>
    </p>
  );
}

interface PostPictureProps {
  src: string;
  sizes: string;
  loading?: Loading;
  className?: string;
}

/** The picture says what the title says, so it is silent. */
export function PostPicture({ className, ...picture }: PostPictureProps) {
  return <StoredPicture alt="" type="image/avif" className={classes("rounded-media", className)} {...picture} />;
}

export function PostContent({ html }: { html: string }) {
  return (
    <div
      className="prose-post"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server makes it of Markdown, without any HTML of the writer's
      dangerouslySetInnerHTML={{ __html: made(html) }}
    />
  );
}
