import { expect, test } from 'vitest';
import { type Link, signLink, verifyLink } from './signed-link.ts';

const secret = 'a secret of thirty-two bytes, or more';
const now = new Date('2030-05-01T12:00:00.000Z');
const expiresAt = new Date('2030-05-01T12:15:00.000Z');
const put: Link = {
  method: 'PUT',
  key: 'a/b',
  expiresAt,
  contentType: 'text/csv; charset=utf-8',
  sizeBytes: 12,
};
const get: Link = { method: 'GET', key: 'a/b', expiresAt, fileName: 'Žluťoučký kůň +&=?.pdf' };

const pathOf = (link: Link): string => signLink('https://x.test', secret, link).replace('https://x.test', '');
const upload = {
  method: 'PUT',
  url: pathOf(put),
  contentType: 'text/csv; charset=utf-8',
  contentLength: '12',
};

test('an unchanged upload link allows exactly the upload that was signed', () => {
  expect(verifyLink(secret, now, upload)).toEqual({ outcome: 'ok', link: put });
});

test('an unchanged download link allows exactly the download that was signed', () => {
  expect(verifyLink(secret, now, { method: 'GET', url: pathOf(get) })).toEqual({ outcome: 'ok', link: get });
});

test('a download link signed without a file name has no file name', () => {
  const nameless: Link = { method: 'GET', key: 'a/b', expiresAt };
  expect(verifyLink(secret, now, { method: 'GET', url: pathOf(nameless) })).toEqual({
    outcome: 'ok',
    link: nameless,
  });
});

test('a download link works for HEAD requests', () => {
  expect(verifyLink(secret, now, { method: 'HEAD', url: pathOf(get) }).outcome).toBe('ok');
});

test('a file link starts with the public URL, whether that has a trailing slash or not', () => {
  expect(signLink('https://x.test/voice/', secret, get)).toMatch(
    /^https:\/\/x\.test\/voice\/objects\/a\/b\?expires=/,
  );
});

test('a file link works until the millisecond of its expiry', () => {
  const at = (ms: number) => verifyLink(secret, new Date(expiresAt.getTime() + ms), upload).outcome;
  expect([at(-1), at(0), at(1)]).toEqual(['ok', 'expired', 'expired']);
});

test('a file link that was both changed and expired is reported as changed', () => {
  const url = upload.url.replace('size=12', 'size=13');
  expect(verifyLink(secret, new Date(expiresAt.getTime() + 1), { ...upload, url }).outcome).toBe('invalid');
});

test.each([
  ['the key', (url: string) => url.replace('/a/b?', '/a/c?')],
  ['the spelling of the key', (url: string) => url.replace('/a/b?', '/a/%62?')],
  ['the expiry', (url: string) => url.replace(/expires=\d/, 'expires=9')],
  ['the type', (url: string) => url.replace('csv', 'html')],
  ['the size', (url: string) => url.replace('size=12', 'size=13')],
  [
    'the signature',
    (url: string) => url.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`),
  ],
  ['the last character of the signature', (url: string) => `${url}=`],
  ['the length of the signature', (url: string) => url.slice(0, -4)],
  ['the whole signature', (url: string) => url.replace(/&signature=.*/, '')],
  ['the order of parameters', (url: string) => url.replace(/(type=[^&]*)&(size=[^&]*)/, '$2&$1')],
  ['a doubled size', (url: string) => `${url}&size=99`],
  ['a doubled signature', (url: string) => url.replace('signature=', 'signature=AAAA&signature=')],
  ['the path before the key', (url: string) => url.replace('/objects/', '/other/')],
  ['the whole query', (url: string) => url.replace(/\?.*/, '')],
])('a file link changed in %s is invalid', (_, change) => {
  const url = change(upload.url);
  expect(url).not.toBe(upload.url);
  expect(verifyLink(secret, now, { ...upload, url }).outcome).toBe('invalid');
});

test.each(['GET', 'HEAD', 'POST', 'DELETE', 'put'])('an upload link is invalid for %s', (method) => {
  expect(verifyLink(secret, now, { ...upload, method }).outcome).toBe('invalid');
});

test('a download link is invalid for an upload', () => {
  expect(verifyLink(secret, now, { ...upload, url: pathOf(get) }).outcome).toBe('invalid');
});

test('a file link signed with another secret is invalid', () => {
  expect(verifyLink(`${secret}!`, now, upload).outcome).toBe('invalid');
});

test.each([{ contentType: 'text/html' }, { contentType: undefined }])(
  'an upload with %o is reported as not matching the content type of its link',
  (header) => {
    expect(verifyLink(secret, now, { ...upload, ...header })).toEqual({
      outcome: 'mismatch',
      message: 'This link is for Content-Type text/csv; charset=utf-8: send exactly that.',
    });
  },
);

test.each([{ contentLength: '13' }, { contentLength: '012' }, { contentLength: undefined }])(
  'an upload with %o is reported as not matching the size of its link',
  (header) => {
    expect(verifyLink(secret, now, { ...upload, ...header })).toEqual({
      outcome: 'mismatch',
      message: 'This link is for exactly 12 bytes: send that Content-Length.',
    });
  },
);
