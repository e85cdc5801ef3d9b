// Every form that the server can fill, drawn twice: as the build draws it, which must be the template of the shared examples, and
// as a browser's first render draws it from the same data, which must be what the server makes of that template
// (tests/serving/test_templates.py reads the same file).
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import shared from "../../../tests/vectors/templates.json";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** The modules as the build has them (no data) or as a browser has them that finds `data` in the page. */
async function modules(data?: unknown) {
  vi.resetModules();
  vi.stubEnv("SSR", data === undefined);
  vi.stubGlobal("document", { getElementById: () => ({ textContent: JSON.stringify(data) }) });
  const [slots, { StoredPicture }, { PostContent }] = await Promise.all([
    import("./slots"),
    import("./stored-picture"),
    import("./sections/post-article"),
  ]);
  return { ...slots, StoredPicture, PostContent };
}

type Modules = Awaited<ReturnType<typeof modules>>;

function OpenPost({ usePost, PostContent }: Modules) {
  return <PostContent html={usePost()?.html ?? ""} />;
}

const FORMS: Record<string, (modules: Modules) => ReactNode> = {
  "a value between words": ({ Fact }) => (
    <p>
      By <Fact name="brand" />, of course
    </p>
  ),
  "a value in an attribute": ({ fact }) => (
    <a href={fact("phone.href")} title={`Call ${fact("brand")}`}>
      Call
    </a>
  ),
  "a number": ({ year }) => <p>© {year()}</p>,
  "words of our own in braces": () => <p title="{{ facts.brand }}">{"{{ facts.brand }} {% if x %} {# y #}"}</p>,
  "a choice by a fact": ({ When, Fact }) => (
    <p>
      Or{" "}
      <When fact="address" otherwise="write">
        visit <Fact name="address" />
      </When>
      .
    </p>
  ),
  "a choice by a group of facts": ({ When, Fact }) => (
    <When fact="phone">
      <b>
        <Fact name="phone.display" />
      </b>
    </When>
  ),
  "a choice by a number": ({ When }) => <When fact="price.low">a price</When>,
  "a choice by yes or no": ({ When }) => <When fact="sample">a sample</When>,
  "a choice in a choice": ({ When }) => (
    <When fact="phone" otherwise={<When fact="email">email</When>}>
      <When fact="email" otherwise="phone">
        both
      </When>
    </When>
  ),
  "a choice by a list": ({ When }) => (
    <When list="posts" otherwise="none">
      some
    </When>
  ),
  "a row of a list": ({ Each, postAddress, DayOf, StoredPicture }) => (
    <ul>
      <Each list="posts">
        {(post, loading) => (
          <li>
            <a href={postAddress(post.id)}>{post.title}</a>
            <DayOf value={post.createdAt} />
            <StoredPicture src={post.image} alt="" type="image/avif" sizes="1px" loading={loading} />
          </li>
        )}
      </Each>
    </ul>
  ),
  "words alone in a row": ({ Each }) => <Each list="gallery">{(item) => `${item.location}.`}</Each>,
  "the widths of a picture": ({ Each, StoredPicture }) => (
    <Each list="gallery">{(item) => <StoredPicture src={item.imageUrl} alt="" type="image/webp" sizes="1px" />}</Each>
  ),
  "items of a section": ({ Items, If, either, countOf, initials }) => (
    <ol>
      <Items section="team">
        {(item, place) => (
          <li className={either(place.first, "a", "b")} title={`${place.number} of ${countOf("team")}`}>
            <If value={item.sample} otherwise="real">
              sample
            </If>
            {initials(item.title)}
          </li>
        )}
      </Items>
    </ol>
  ),
  "what an item has": ({ Items, If, DetailsOf, either, atLeast }) => (
    <Items section="cases">
      {(item) => (
        <p title={either(atLeast(item.rating, 3), "good")}>
          <If value={item.details}>
            <DetailsOf item={item}>{({ term, text }) => <b title={term}>{text}</b>}</DetailsOf>
          </If>
        </p>
      )}
    </Items>
  ),
  "a choice by sections": ({ Filled, Some, AnchorOf }) => (
    <Filled section={["impact", "goals"]}>
      <Some section="impact" is="sample">
        <b>samples</b>
      </Some>
      <AnchorOf id="app" section="impact" />
    </Filled>
  ),
  "the text of a post": (modules) => (
    <modules.PostTemplate value={true}>
      <OpenPost {...modules} />
    </modules.PostTemplate>
  ),
};

/** Comments only keep texts apart, and a quotation mark has two spellings. */
const normal = (html: string) =>
  html.replaceAll("<!-- -->", "").replaceAll("&quot;", "&#34;").replaceAll("&#x27;", "&#39;");

test("every form has examples", () => {
  expect(shared.map(({ form }) => form)).toEqual(Object.keys(FORMS));
});

test.each(shared)("the build draws $form as the template that the server fills", async ({ form, template }) => {
  const built = await modules();
  expect(renderToString(FORMS[form]?.(built))).toBe(template);
});

test.each(shared.flatMap(({ form, examples }) => examples.map((example) => ({ form, ...example }))))(
  "a browser draws $form as the server filled it: $data",
  async ({ form, data, html }) => {
    const browser = await modules(data);
    expect(normal(renderToString(FORMS[form]?.(browser)))).toBe(html);
  },
);
