// A mail server of a journey's own: it takes every letter and keeps it to be read.
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { expect } from "@playwright/test";

const LEAVES = { timeout: 60_000 };

export class Post {
  private readonly letters: string[] = [];
  private readonly server: Server = createServer((line) => void this.converse(line));

  static async opened(): Promise<Post> {
    const post = new Post();
    await once(post.server.listen(0, "127.0.0.1"), "listening");
    return post;
  }

  /** Settings by which a server sends its letters here. */
  get settings() {
    const { port } = this.server.address() as AddressInfo;
    return { DUSKLINE_SMTP_URL: `smtp://127.0.0.1:${port}`, DUSKLINE_MAIL_FROM: "Duskline <post@duskline.example>" };
  }

  /** The newest letter to somebody, as plain words, once it is here. */
  async letterTo(email: string): Promise<string> {
    const theirs = () => this.letters.findLast((letter) => letter.includes(`<${email}>`) || letter.includes(email));
    await expect.poll(theirs, LEAVES).toBeTruthy();
    return theirs() ?? "";
  }

  close() {
    this.server.close();
  }

  private async converse(line: Socket) {
    const say = (words: string) => line.write(`${words}\r\n`);
    let letter: string[] | null = null;
    line.on("error", () => line.destroy());
    say("220 post");
    for await (const words of createInterface(line)) {
      if (letter === null) {
        if (words === "DATA") letter = [];
        say(words === "DATA" ? "354 go on" : words === "QUIT" ? "221 bye" : "250 yes");
      } else if (words === ".") {
        this.letters.push(unquoted(letter.join("\n")));
        letter = null;
        say("250 taken");
      } else letter.push(words.replace(/^\./, ""));
    }
  }
}

/** Quoted-printable as it was before. */
const unquoted = (text: string) =>
  text.replace(/=\n/g, "").replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
