/** The product of one client as its people get it, with the real initial rows. */
import { readSourceFiles } from '../../engine/metadata/load-files.ts';
import type { RegistryScreen } from '../../engine/model/screen-types.ts';
import { openBuiltProduct, root } from '../support/built-product.ts';

export interface PicturedProduct {
  readonly url: string;
  /** Every registry, in the order of the menu. */
  readonly screens: readonly RegistryScreen[];
  /** The record that the list begins with; undefined where there is none. */
  readonly firstRecord: (screen: RegistryScreen) => Promise<number | undefined>;
  readonly close: () => Promise<void>;
}

/** Data and built screens go with `close`. */
export const openProduct = async (client: string): Promise<PicturedProduct> => {
  const { product, url, token, close } = await openBuiltProduct(() => readSourceFiles(root), client);
  return {
    url,
    screens: product.runtime.current.model.screens.filter((screen) => screen.kind === 'registry'),
    firstRecord: async (screen) => {
      const answer = await product.app.inject({
        url: `/api${screen.path}?select=id&limit=1`,
        headers: { authorization: `Bearer ${token}` },
      });
      return (answer.json() as { id: number }[])[0]?.id;
    },
    close,
  };
};
