// The posts as cards by category. A card is a link to its post; where scripts run, the post opens over the list.
import { Fragment, type MouseEvent, useRef, useState } from "react";
import { calls } from "~/api/calls";
import type { Query } from "~/api/client";
import { type PostCard, pageData } from "~/api/page-data";
import { Button } from "~/ui/button";
import { type BlogCategory, blog, blogCategories } from "../content/blog";
import { Each, type Loading, loadingAt, postAddress, When } from "../slots";
import { CategoryFilter } from "./filter";
import { useHydrated } from "./hydrated";
import { type Listed, useListed, useNear } from "./listed";
import { useOpenPost } from "./open-post";
import { PostMeta, PostPicture } from "./post-article";
import { PostDialog } from "./post-dialog";

/** The width of the first cover, which is the widest. */
const COVER_SIZES = "(min-width: 1248px) 690px, (min-width: 640px) 56vw, 92vw";

async function listPosts(query: Query) {
  const { api, pageOf } = await calls();
  return pageOf(api.get("/api/blog", { params: { query } }));
}

type Open = (post: PostCard, event: MouseEvent) => void;

export function Posts({ besides }: { besides: boolean }) {
  const [category, setCategory] = useState<BlogCategory | null>(null);
  const posts = useListed(listPosts, category, pageData?.posts, pageData?.counts?.posts);
  const { opened, open, close } = useOpenPost();
  const hydrated = useHydrated();
  const end = useRef<HTMLDivElement>(null);
  useNear(end, posts);
  const loading = posts.state === "loading";
  const count = posts.total ?? posts.rows.length;

  const follow: Open = (post, event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    open(post.id);
  };

  return (
    <section aria-label={blog.meta.label} className="container-site pb-section">
      <When list="lost">
        <p className="mb-8 rounded-card bg-sunk p-5 font-semibold">{blog.lost}</p>
      </When>
      <div className="mb-8 flex flex-wrap items-center justify-between gap-4">
        <h2 className={besides ? "w-full text-h2" : "sr-only"}>{besides ? blog.more : blog.all}</h2>
        <CategoryFilter
          label={blog.filter.label}
          all={blog.filter.all}
          categories={blogCategories}
          chosen={category}
          onChoose={setCategory}
        />
        <p role="status" className="min-h-7 text-muted">
          {loading ? blog.loading : hydrated && count > 0 && blog.count(count)}
        </p>
      </div>
      <List posts={posts} category={category} onOpen={follow} />
      <div ref={end}>
        {posts.state === "failed" && (
          <div role="alert" className="mt-8">
            <p className="mb-4 text-danger">{blog.failed}</p>
            <Button variant="outline" onClick={posts.more}>
              {blog.retry}
            </Button>
          </div>
        )}
        {loading && posts.rows.length > 0 && (
          <p aria-hidden="true" className="mt-8 text-muted">
            {blog.loading}
          </p>
        )}
      </div>
      <PostDialog card={posts.rows.find((post) => post.id === opened) ?? null} id={opened} onClose={close} />
    </section>
  );
}

interface ListProps {
  posts: Listed<PostCard>;
  category: BlogCategory | null;
  onOpen: Open;
}

function List({ posts, category, onOpen }: ListProps) {
  const empty = <p className="text-lead text-muted">{blog.empty}</p>;
  if (import.meta.env.SSR) {
    return (
      <When list="posts" otherwise={empty}>
        <Cards>
          <Each list="posts">{(post, loading) => <Card post={post} loading={loading} onOpen={onOpen} />}</Each>
        </Cards>
      </When>
    );
  }
  if (posts.rows.length === 0 && (posts.state !== "ready" || posts.missing > 0)) return null;
  if (posts.rows.length === 0)
    return category === null ? empty : <p className="text-lead text-muted">{blog.noneInCategory}</p>;
  return (
    <Cards>
      {posts.rows.map((post, place) => (
        <Fragment key={post.id}>
          <Card post={post} loading={loadingAt(place)} onOpen={onOpen} />
        </Fragment>
      ))}
    </Cards>
  );
}

function Cards({ children }: { children: React.ReactNode }) {
  return <ul className="post-cards">{children}</ul>;
}

function Card({ post, loading, onOpen }: { post: PostCard; loading: Loading; onOpen: Open }) {
  return (
    <li className="until-near">
      <article className="post-card">
        <PostPicture src={post.image} sizes={COVER_SIZES} loading={loading} className="aspect-photo" />
        <div className="flex flex-col items-start">
          <PostMeta post={post} />
          <h3 className="mt-2 text-balance font-semibold text-h3">{post.title}</h3>
          <p className="mt-2 text-muted">{post.excerpt}</p>
          <a
            href={postAddress(post.id)}
            onClick={(event) => onOpen(post, event)}
            className="mt-4 inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4"
          >
            {blog.readMore}
            <span className="sr-only"> {blog.of(post.title)}</span>
          </a>
        </div>
      </article>
    </li>
  );
}
