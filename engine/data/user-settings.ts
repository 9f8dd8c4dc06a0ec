/** The values that a person keeps (`fichario.user_setting`). In: who, key, value. Out: all of them. */
import type { UserSettings } from '../contract/user-setting.ts';
import { settingLimits } from '../contract/user-setting.ts';
import { Refusal } from '../core/errors.ts';
import type { Json } from '../core/json.ts';
import type { Queryable } from './database.ts';

export const readSettings = async (database: Queryable, user: number): Promise<UserSettings> => {
  const { rows } = await database.query<{ values: string }>({
    text: `select coalesce(json_object_agg(key, value order by key), '{}')::text as values
      from fichario.user_setting where usuario_id = $1::text::bigint`,
    values: [String(user)],
    name: 'settings-read',
  });
  return JSON.parse(rows[0]?.values ?? '{}') as UserSettings;
};

/**
 * Writes one value whole; the last one to write wins. Raises SETTING_LIMIT. Two at once may pass the limit together: it
 * guards room, no right.
 */
export const writeSetting = async (database: Queryable, user: number, key: string, value: Json): Promise<void> => {
  const { count, total } = settingLimits;
  const { affected } = await database.query({
    text: `insert into fichario.user_setting (usuario_id, key, value)
      select $1::text::bigint, $2::text, $3::text::jsonb
      from (select count(*) as others, coalesce(sum(octet_length(value::text)), 0) as size
        from fichario.user_setting where usuario_id = $1::text::bigint and key <> $2::text) kept
      where others < $4::text::integer and size + octet_length($3::text) <= $5::text::integer
      on conflict (usuario_id, key) do update set value = excluded.value, updated_at = now()`,
    values: [String(user), key, JSON.stringify(value), String(count), String(total)],
    name: 'settings-write',
  });
  if (affected === 0) throw new Refusal('SETTING_LIMIT', { count, size: total / 1024 });
};

export const removeSetting = async (database: Queryable, user: number, key: string): Promise<void> => {
  await database.query({
    text: 'delete from fichario.user_setting where usuario_id = $1::text::bigint and key = $2::text',
    values: [String(user), key],
  });
};
