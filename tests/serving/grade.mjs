// Grades answers as the HTTP Observatory does, without asking the site anything: `node grade.mjs FOLDER < answers.json`, where FOLDER
// holds `node_modules/@mdn/mdn-http-observatory`. The rules of the score are those of its scanner, whose own front door only takes a
// host name on the internet.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const source = resolve(process.argv[2], "node_modules/@mdn/mdn-http-observatory/src");
const { ALL_TESTS } = await import(`${source}/constants.js`);
const { MINIMUM_SCORE_FOR_EXTRA_CREDIT } = await import(`${source}/grader/charts.js`);
const { getGradeForScore, getScoreModifier } = await import(`${source}/grader/grader.js`);
const { parseHttpEquivHeaders } = await import(`${source}/retriever/utils.js`);
const { Session } = await import(`${source}/retriever/session.js`);
const { HTML_TYPES, Requests } = await import(`${source}/types.js`);
const { AxiosHeaders } = await import(resolve(process.argv[2], "node_modules/axios/index.js"));

// Browsers' list of names that are known to be HTTPS only, which the package downloads after its installation. No name of ours is on it.
const preloaded = resolve(source, "../conf/hsts-preload.json");
if (!existsSync(preloaded)) writeFileSync(preloaded, "{}");

/** What its retriever would have brought home: the answer over HTTPS, behind a proxy that sends plain HTTP there. */
async function retrieved({ url, status, headers, cookies, body }) {
  const asked = new URL(url);
  const found = new Requests(asked.hostname);
  found.session = new Session(asked);
  for (const cookie of cookies) await found.session.jar.setCookie(cookie, url);
  const config = { headers: new AxiosHeaders() };
  const answer = { status, headers: new AxiosHeaders(headers), data: body, request: config, config, verified: true };
  const plain = new URL(url.replace("https:", "http:"));
  found.responses.auto = { ...answer, httpEquiv: new Map() };
  found.responses.cors = found.responses.http = found.responses.https = answer;
  found.responses.httpRedirects = [{ url: plain, status: 308 }, { url: asked, status }];
  found.responses.httpsRedirects = [{ url: asked, status }];
  found.resources.path = body;
  if (HTML_TYPES.has(headers["content-type"]?.split(";")[0])) found.responses.auto.httpEquiv = parseHttpEquivHeaders(body, url);
  return found;
}

async function grade(answer) {
  const found = await retrieved(answer);
  const results = ALL_TESTS.map((test) => test(found).result).filter(Boolean);
  const gains = results.map(getScoreModifier);
  const sum = (numbers) => numbers.reduce((all, one) => all + one, 100);
  const losses = sum(gains.filter((one) => one < 0));
  const final = getGradeForScore(losses >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? sum(gains) : losses);
  return { ...final, results: Object.fromEntries(results.map((name, number) => [name, gains[number]])) };
}

const answers = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(await Promise.all(answers.map(grade))));
