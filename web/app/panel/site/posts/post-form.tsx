// The form of a post, for writing one and for changing one, and the rules of its fields. What a post needs is asked when it is
// published; a draft needs its title alone.
import { object, picklist, pipe, transform } from "valibot";
import { SelectField, TextareaField, TextField } from "~/forms/fields";
import { optional, required } from "~/forms/rules";
import { RecordForm, type RecordFormProps } from "../../any-record/record-form";
import { useUser } from "../../user/user";
import { ContentField } from "./content-field";
import { PictureField } from "./picture-field";
import { type Post, postCategories, posts } from "./post";

const schema = object({
  title: required(),
  excerpt: optional(),
  content: optional(),
  author: optional(),
  category: pipe(
    picklist(["", ...postCategories]),
    transform((name) => name || null),
  ),
  image: optional(),
});

export function PostForm(props: RecordFormProps<Post>) {
  const { firstName, lastName } = useUser();
  const values = (post: Post | null) => ({
    title: post?.title ?? "",
    excerpt: post?.excerpt ?? "",
    content: post?.content ?? "",
    author: (post ? post.author : [firstName, lastName].filter(Boolean).join(" ")) ?? "",
    category: post?.category ?? ("" as const),
    image: post?.image ?? "",
  });
  return (
    <RecordForm
      {...props}
      kind={posts}
      schema={schema}
      values={values}
      create={posts.create}
      noun="post"
      action="Save Draft"
      {...(props.record?.state === "published" && { done: "Saved. Visitors read it once you publish the changes" })}
    >
      <TextField name="title" label="Title" autoComplete="off" maxLength={200} className="sm:col-span-2" />
      <TextareaField
        name="excerpt"
        label="Excerpt"
        hint="One or two sentences for the card on the blog"
        optional
        className="sm:col-span-2"
      />
      <SelectField
        name="category"
        label="Category"
        optional
        options={[{ value: "", label: "None yet" }, ...postCategories.map((value) => ({ value, label: value }))]}
      />
      <TextField name="author" label="Author" autoComplete="off" maxLength={200} optional />
      <PictureField />
      <ContentField />
    </RecordForm>
  );
}
