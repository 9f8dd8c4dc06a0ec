/** Small tables: each record is one of a list of tuples. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Draw, Recipe } from '../../engine/data/samples/recipe.ts';

/** As many as entities without a recipe have. */
export const usual = { small: 8, medium: 8, large: 8 };

/** One of the tuples in turn. */
export const inTurn = <One>(some: readonly [One, ...One[]], index: number): One => some[index % some.length] ?? some[0];

/** One record for each tuple, in any size. */
export const eachOf = <Tuple>(tuples: readonly Tuple[], values: (tuple: Tuple, draw: Draw) => Row): Recipe => ({
  count: { small: tuples.length, medium: tuples.length, large: tuples.length },
  values: (draw) => {
    const tuple = tuples[draw.index % tuples.length];
    return tuple === undefined ? {} : values(tuple, draw);
  },
});
