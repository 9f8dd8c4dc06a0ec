/** Where a change was asked for, as the history keeps it: `screen 10.0.0.7`. */

/** `screen`: the product's own screens, by their own word; `api`: any other program. With the address of the caller. */
export interface WriteOrigin {
  readonly channel: 'screen' | 'api';
  readonly address: string;
}

/** The header by which the screens say that they ask. */
export const channelHeader = 'fichario-channel';

export const writeOrigin = ({ channel, address }: WriteOrigin): string => `${channel} ${address}`;

/** Law: what `writeOrigin` wrote comes back. null for any other text, which somebody wrote in the database itself. */
export const parseOrigin = (text: string): WriteOrigin | null => {
  const [channel, address, ...more] = text.split(' ');
  if ((channel !== 'screen' && channel !== 'api') || address === undefined || more.length > 0) return null;
  return { channel, address };
};
