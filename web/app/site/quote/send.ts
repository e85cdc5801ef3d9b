// The request as it travels, and the range as the server reckons it.
import { api, bodyOf } from "~/api/client";
import type { Draft } from "./draft";
import type { Range } from "./estimate";

/** Sends a checked draft; throws ApiError where that fails. `secondsOpen` tells people from robots. */
export function sendQuote(draft: Draft, secondsOpen: number): Promise<Range> {
  return bodyOf(
    api.post(
      "/api/quotes" as never,
      {
        body: {
          propertyType: draft.propertyType,
          coverage: draft.coverage,
          stories: Number(draft.stories),
          feet: draft.feet === "unknown" ? null : Number(draft.feet),
          zip: draft.zip,
          name: draft.name,
          email: draft.email,
          phone: draft.phone,
          preferredTime: draft.preferredTime,
          secondsOpen,
          website: draft.website,
        },
      } as never,
    ),
  );
}
