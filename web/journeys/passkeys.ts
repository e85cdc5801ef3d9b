// A device that keeps passkeys and knows its person by finger or face, as Chromium plays it.
import type { CDPSession, Page } from "@playwright/test";

/** Browsers keep passkeys for names alone, and not for the number that the other journeys call this machine by. */
export const byName = (address: string): string => address.replace("127.0.0.1", "localhost");

export class Device {
  private readonly browser: CDPSession;
  private readonly authenticatorId: string;

  private constructor(browser: CDPSession, authenticatorId: string) {
    this.browser = browser;
    this.authenticatorId = authenticatorId;
  }

  static async of(page: Page): Promise<Device> {
    const browser = await page.context().newCDPSession(page);
    await browser.send("WebAuthn.enable");
    const { authenticatorId } = await browser.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new Device(browser, authenticatorId);
  }

  /** Takes out what the device keeps; gives it, to be put back. */
  async emptied() {
    const { authenticatorId } = this;
    const { credentials } = await this.browser.send("WebAuthn.getCredentials", { authenticatorId });
    await this.browser.send("WebAuthn.clearCredentials", { authenticatorId });
    return credentials;
  }

  async keep(credentials: Awaited<ReturnType<Device["emptied"]>>) {
    for (const credential of credentials) {
      const { authenticatorId } = this;
      await this.browser.send("WebAuthn.addCredential", { authenticatorId, credential });
    }
  }
}
