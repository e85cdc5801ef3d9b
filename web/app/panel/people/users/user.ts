// Users: the calls about them, and what somebody leaves undone.
import { useQuery } from "@tanstack/react-query";
import { pipe, transform } from "valibot";
import { api, bodyOf, pageOf, type Query, type Schemas } from "~/api/client";
import { fileOf } from "~/api/file";
import { changing, keyed } from "~/api/idempotency";
import { queries } from "~/api/queries";
import { chosen } from "~/forms/rules";
import { type Role, roleOptions } from "../../user/roles";

export type Person = Schemas["UserRow"];
/** Somebody in the list: what those get of each who may not manage users is what is known for sure. */
export type ListedPerson = Schemas["Assignee"];
export type Grants = Schemas["Grants"]["roles"];
export type OpenWork = Schemas["OpenWork"];
/** A part of somebody's open work, and who has it next. */
export type Handed = Schemas["Handover"];

/** Chosen where somebody is to have no role, or has none. */
export const NO_ROLE = "none";

/** The rule of a form's role. */
export const chosenRole = () =>
  pipe(
    chosen<typeof NO_ROLE | Role>(),
    transform((role) => (role === NO_ROLE ? null : role)),
  );

/** The roles that may be given. */
export function rolesFor(grants: Grants) {
  const given: string[] = grants.map((role) => role ?? NO_ROLE);
  return [{ value: NO_ROLE, label: "No Role" }, ...roleOptions].filter(({ value }) => given.includes(value));
}

export const users = {
  path: "/api/panel/users",
  list: (query: Query) => pageOf(api.get("/api/panel/users", { params: { query } })),
  file: (query: Query) => fileOf(api.get("/api/panel/users/export", { params: { query }, parseAs: "blob" })),
  one: (id: string) => bodyOf(api.get("/api/panel/users/{id}", { params: { path: { id } } })),
  history: (id: string) => bodyOf(api.get("/api/panel/users/{id}/history", { params: { path: { id } } })),
  /** Changes what is named, unless somebody else changed the user since it was read. */
  update: ({ id, version }: Person, body: Schemas["UserEdit"], key: string) =>
    bodyOf(api.patch("/api/panel/users/{id}", { params: { path: { id } }, body, headers: changing(version, key) })),
};

/** Whom to invite, or to make an account for with a password that somebody else chose. */
export type NewPerson = Schemas["NewInvitation"] & { password?: string };

/** Makes an account: by an invitation, unless a password was chosen for the person. */
export function addPerson({ password, ...invited }: NewPerson, key: string): Promise<Person> {
  if (password) return bodyOf(api.post("/api/panel/users", { body: { ...invited, userType: "staff", password } }));
  return bodyOf(api.post("/api/panel/users/invitations", { body: invited, headers: keyed(key) }));
}

const of = (id: string) => ({ params: { path: { id } } });

/** Sends another letter, whose link ends the former. */
export const inviteAgain = (id: string, key: string): Promise<Person> =>
  bodyOf(api.post("/api/panel/users/{id}/invitation", { ...of(id), headers: keyed(key) }));

export const withdraw = (id: string, key: string) =>
  api.delete("/api/panel/users/{id}/invitation", { ...of(id), headers: keyed(key) });

/** A link that is shown once: the user who made it passes it on. */
export type PassedOn = Schemas["PassedOn"];

export const makeLink = (id: string): Promise<PassedOn> => bodyOf(api.post("/api/panel/users/{id}/link", of(id)));

/** How many people there are, are active, and have no role. */
export const useUserStats = () =>
  useQuery({ queryKey: ["/api/panel/users/stats"], queryFn: () => bodyOf(api.get("/api/panel/users/stats")) });

const useMyGrants = () =>
  useQuery({ queryKey: ["/api/panel/users/grants"], queryFn: () => bodyOf(api.get("/api/panel/users/grants")) }).data;

/** The roles that one may give and take, null being none; undefined until they are known. */
export const useGrants = (): Grants | undefined => useMyGrants()?.roles;

/** Whether letters leave, so that nobody has to pass a link on; undefined until it is known. */
export const useSendsMail = (): boolean | undefined => useMyGrants()?.sendsMail;

const openWork = (id: string) => ({
  queryKey: [users.path, id, "open-work"],
  queryFn: () => bodyOf(api.get("/api/panel/users/{id}/open-work", { params: { path: { id } } })),
});

/** What a person has open, by kind and branch. */
export const useOpenWork = (id: string) => useQuery({ ...openWork(id), gcTime: 0 });

/** What of it the person can no longer see or handle. */
export const stranded = (parts: OpenWork[]): OpenWork[] => parts.filter(({ mayKeep }) => !mayKeep);

/** Whether something is left, asked after the person's role or status has changed. */
export async function leavesWork(id: string): Promise<boolean> {
  return stranded(await queries.fetchQuery({ ...openWork(id), staleTime: 0 })).length > 0;
}

/** Hands on what a person has open; gives how much. */
export async function reassign(id: string, parts: Handed[], key: string): Promise<number> {
  const call = { params: { path: { id } }, body: { parts }, headers: keyed(key) };
  return (await bodyOf(api.post("/api/panel/users/{id}/reassign", call))).count;
}

/** Whether an invitation has ended that nobody accepted. */
export const isOver = (until: string): boolean => Date.parse(until) < Date.now();
