// A post over the list. What the card knows is there at once, the text follows.
import { useEffect, useState } from "react";
import { calls } from "~/api/calls";
import { ApiError } from "~/api/error";
import type { Post, PostCard } from "~/api/page-data";
import { Dialog } from "~/ui/dialog";
import { blog } from "../content/blog";
import { PostContent, PostMeta, PostPicture } from "./post-article";

interface PostDialogProps {
  id: string | null;
  card: PostCard | null;
  onClose: () => void;
}

async function getPost(id: string): Promise<Post> {
  const { api, bodyOf } = await calls();
  return bodyOf(api.get("/api/blog/{id}", { params: { path: { id } } }));
}

export function PostDialog({ id, card, onClose }: PostDialogProps) {
  return (
    <Dialog
      open={id !== null}
      onOpenChange={(open) => !open && onClose()}
      title={card?.title ?? blog.meta.label}
      shape="large"
    >
      {id && <Text key={id} id={id} card={card} />}
    </Dialog>
  );
}

function Text({ id, card }: { id: string; card: PostCard | null }) {
  const [post, setPost] = useState<Post | null>(null);
  const [failed, setFailed] = useState<string | null>(null);

  useEffect(() => {
    let current = true;
    getPost(id).then(
      (loaded) => current && setPost(loaded),
      (error) =>
        current && setFailed(error instanceof ApiError && error.status === 404 ? blog.open.lost : blog.open.failed),
    );
    return () => {
      current = false;
    };
  }, [id]);

  const known = post ?? card;
  return (
    <article>
      {known && <PostMeta post={known} />}
      {known && <PostPicture src={known.image} sizes="(min-width: 768px) 672px, 92vw" className="mt-4 aspect-video" />}
      <div className="mt-6" aria-busy={!post && !failed}>
        {post ? <PostContent html={post.html} /> : <p role="status">{failed ?? blog.open.loading}</p>}
      </div>
    </article>
  );
}
