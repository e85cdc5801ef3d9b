// Draws the icons of the site from public/favicon.svg with a browser: `node icons.mjs`. Their files are committed; run it again
// only when the drawing changes. CHROMIUM names the browser, /usr/bin/chromium if unset.
import { readFileSync, writeFileSync } from "node:fs";
import { chromium } from "@playwright/test";

const drawing = readFileSync("public/favicon.svg", "utf8");
/** Without its rounded corners and a little smaller, for platforms that cut the icon to a shape of their own. */
const whole = drawing.replace(' rx="14"', "");
const safe = whole
  .replace('viewBox="0 0 64 64"', 'viewBox="-10 -10 84 84"')
  .replace("<rect ", '<rect x="-10" y="-10" ');

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});

async function draw(svg, size) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>*{margin:0}svg{display:block;width:100vw}</style>${svg}`);
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
}

/** An .ico file that holds one PNG of 48 pixels. */
function ico(png) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(48, 6);
  head.writeUInt8(48, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

const big = safe.replace('width="64" height="64"', 'width="84" height="84"');
writeFileSync("public/favicon.ico", ico(await draw(drawing, 48)));
writeFileSync("public/icon-192.png", await draw(drawing, 192));
writeFileSync("public/icon-512.png", await draw(drawing, 512));
writeFileSync("public/icon-maskable-512.png", await draw(big, 512));
writeFileSync("public/apple-touch-icon.png", await draw(whole, 180));
await browser.close();
