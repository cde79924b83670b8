import { createHmac, timingSafeEqual } from 'node:crypto';
import { accepted, inUse, type Secret } from '@parley/kernel/secret.ts';

/**
 * A mail that its server accepted may come back hours later, as a mail of its own to the sender on the envelope. Each mail has
 * a sender of its own there (VERP), bounces+<id and signature>@…, so that whatever comes back says by its address which mail
 * it is about, however the other server words it.
 */
export interface BounceAddresses {
  /** The sender on the envelope of a mail. */
  of(messageId: string): string;
  /** The mail that a text is about, by an address in it; undefined: it names none that we made. */
  messageIn(text: string): string | undefined;
}

const SIGNATURE_BYTES = 8;
const MOST_ADDRESSES = 10;

/** `address` is bounces@calls.example.com; its server delivers bounces+anything@calls.example.com to it, too. */
export function bounceAddresses(address: string, secret: Secret): BounceAddresses {
  const [local = '', domain = ''] = address.split('@');
  const made = new RegExp(`${RegExp.escape(local)}\\+([0-9a-f]{32})([0-9a-f]{16})@`, 'gi');
  return {
    of: (messageId) => {
      const id = messageId.replaceAll('-', '');
      return `${local}+${id}${signature(inUse(secret), id).toString('hex')}@${domain}`;
    },
    messageIn(text) {
      const seen = new Set<string>();
      for (const [address, id = '', signed = ''] of text.matchAll(made)) {
        if (seen.has(address)) continue;
        // A report names one address in several places. Whoever writes many has made them up.
        if (seen.size === MOST_ADDRESSES) return undefined;
        seen.add(address);
        const given = Buffer.from(signed, 'hex');
        const isOurs = accepted(secret).some((one) =>
          timingSafeEqual(signature(one, id.toLowerCase()), given),
        );
        if (isOurs) return id.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
      }
      return undefined;
    },
  };
}

const signature = (secret: string, id: string): Buffer =>
  createHmac('sha256', secret).update('bounced mail ').update(id).digest().subarray(0, SIGNATURE_BYTES);

const LONGEST_DETAIL = 300;

/**
 * What a report about a mail (RFC 3464) says of a recipient who will not get it; undefined: that it is late, that it arrived,
 * or that somebody is on holiday.
 */
export function failureIn(mail: string): string | undefined {
  if (!/^content-type:\s*multipart\/report\b/im.test(mail)) return undefined;
  // A field may go on in the next line.
  const lines = mail.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const at = lines.findIndex((line) => /^content-type:\s*message\/(?:global-)?delivery-status\b/i.test(line));
  if (at < 0) return undefined;
  const fields = lines.slice(at);
  const fieldOf = (name: string) =>
    fields
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  if (fieldOf('action')?.toLowerCase() !== 'failed') return undefined;
  const said = fieldOf('diagnostic-code')?.replace(/^[\w-]+\s*;\s*/, '') ?? fieldOf('status') ?? '';
  return (
    said
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, LONGEST_DETAIL) || 'The mail came back'
  );
}
