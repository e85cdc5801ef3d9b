// A part of the interface whose code arrives when it is needed. Once loaded it draws at once, without a pause in between,
// so that the browser's first render finds the prerendered HTML as it is.
import { type ComponentType, use } from "react";
import { bring } from "~/lib/bring";

export function screen<Props extends object, More extends object>(
  fetchModule: () => Promise<{ default: ComponentType<Props> } & More>,
) {
  type Module = { default: ComponentType<Props> } & More;
  let module: Module | undefined;
  let loading: Promise<Module> | undefined;
  const load = () => {
    loading ??= bring(fetchModule).then((loaded) => {
      module = loaded;
      return loaded;
    });
    return loading;
  };
  /** Lets a failed load be tried again; until then every drawing fails alike. */
  const forget = () => {
    loading = undefined;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: made once per part, where the routes are declared
  function Screen(props: Props) {
    const { default: Content } = module ?? use(load());
    return <Content {...props} />;
  }
  return Object.assign(Screen, { load, forget });
}
