// Two-step verification of somebody else, which an administrator turns off for who lost the phone and the codes.
import { useQuery } from "@tanstack/react-query";
import { api, bodyOf } from "~/api/client";
import { keyed } from "~/api/idempotency";
import { Button } from "~/ui/button";
import { useWrite } from "../../any-record/write";
import type { Person } from "./user";

export function TwoStepOf({ person: { id } }: { person: Person }) {
  const { data, refetch } = useQuery({
    queryKey: ["/api/panel/users", id, "second-factor"],
    queryFn: () => bodyOf(api.get("/api/panel/users/{id}/second-factor", { params: { path: { id } } })),
    gcTime: 0,
  });
  const { write, busy } = useWrite({
    about: ["two-step", id],
    send: async (whose: string, key) => {
      const call = { params: { path: { id: whose } }, headers: keyed(key) };
      await api.post("/api/panel/users/{id}/second-factor/off", call);
      await refetch();
    },
    done: () => "Two-step verification was turned off. The person is told by email",
    failed: "Failed to turn off two-step verification",
  });
  if (!data?.on) return null;
  return (
    <section aria-label="Two-step verification" className="mb-6 grid gap-3 rounded-control bg-sunk p-4">
      <p>
        Signing in asks this person for a second step. Turn that off only for somebody you know, who lost passkeys,
        phone and recovery codes.
      </p>
      <Button variant="outline" size="small" className="justify-self-start" busy={busy} onClick={() => write(id)}>
        Turn Off Two-Step Verification
      </Button>
    </section>
  );
}
