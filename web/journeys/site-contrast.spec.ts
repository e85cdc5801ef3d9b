// Words that lie on a picture: even the brightest point behind them leaves contrast enough to read them.
import type { Page } from "@playwright/test";
import { expect, test } from "./site-visitor";

interface Words {
  text: string;
  /** Headings are large type and need less. */
  needs: number;
  color: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Every line of words in the opening of the page, by its place. */
const opening = (page: Page): Promise<Words[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("main header :is(h1, p, li)")].map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const { x, y, width, height } = range.getBoundingClientRect();
      const needs = element.tagName === "H1" ? 3 : 4.5;
      return { text: element.textContent ?? "", needs, color: getComputedStyle(element).color, x, y, width, height };
    }),
  );

/** The lowest contrast between the words' color and any point of the picture behind them. */
function lowest(page: Page, picture: Buffer, words: Words): Promise<number> {
  return page.evaluate(
    async ({ data, words }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.width;
      canvas.height = image.height;
      const context = canvas.getContext("2d");
      context?.drawImage(image, 0, 0);
      const linear = (value: number) => (value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
      const luminance = ([r = 0, g = 0, b = 0]: ArrayLike<number> & Iterable<number>) =>
        0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
      const ink = luminance((words.color.match(/\d+/g) ?? []).map(Number));
      const width = Math.min(words.width, image.width - words.x);
      const points = context?.getImageData(words.x, words.y, width, words.height).data ?? new Uint8ClampedArray();
      let brightest = 0;
      for (let i = 0; i < points.length; i += 4) brightest = Math.max(brightest, luminance(points.subarray(i, i + 3)));
      return (ink + 0.05) / (brightest + 0.05);
    },
    { data: picture.toString("base64"), words },
  );
}

const WIDTHS = [320, 360, 768, 1024, 1280, 1920];

/** What cannot be read well enough, one line each. */
async function unreadable(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 1100 });
    await page.waitForLoadState("networkidle");
    const words = await opening(page);
    const blank = await page.addStyleTag({
      content: `main header * { color: transparent !important }
        main header :is(a, button), main header li::before { visibility: hidden !important }`,
    });
    const picture = await page.screenshot();
    await blank.evaluate((style) => style.parentNode?.removeChild(style));
    for (const line of words) {
      const contrast = await lowest(page, picture, line);
      if (contrast < line.needs) found.push(`${width}: ${line.text} ${contrast.toFixed(2)}`);
    }
  }
  return found;
}

for (const path of ["/", "/residential", "/commercial"]) {
  test(`${path} can be read at every width`, async ({ page, visit }) => {
    await visit(path);
    expect(await unreadable(page)).toEqual([]);
  });
}

test("without the dark ground behind the words this finds fault", async ({ page, visit }) => {
  await visit("/residential");
  await page.addStyleTag({ content: ".hero-scrim { display: none }" });
  expect(await unreadable(page)).not.toEqual([]);
});
