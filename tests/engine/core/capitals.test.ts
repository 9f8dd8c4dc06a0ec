import { describe, expect, it } from 'vitest';
import { takesCapitalsOnly } from '../../../engine/core/capitals.ts';

describe('a pattern', () => {
  it.each([
    '^[A-Z0-9]+$',
    '^[A-I][0-9]*$',
    '^([0-9]{2}|[0-9A-Z]{3})$',
    '^ID[0-9A-Z]{34}$',
    '^[A-Z0-9.-]+$',
    '^[OL]\\.\\d$',
  ])('takes capitals only: %s', (pattern) => expect(takesCapitalsOnly(pattern)).toBe(true));

  it.each([
    '^[0-9]+$',
    '^[A-Za-z0-9]+$',
    '^[0-9A-Fa-f]{32}$',
    '^[a-z]+$',
    '^A.+$',
    '^[^0-9]A$',
    '^A\\w$',
    '^[ -~]A$',
    '^\\p{L}$',
  ])('takes small letters too, or none: %s', (pattern) => expect(takesCapitalsOnly(pattern)).toBe(false));
});
