import { expect, test } from 'vitest';
import { readAddress, readUri, readVia, tagOf } from './sip-address.ts';
import { header, headerList, lists, readMessage, type SipRequest, writeMessage } from './sip-message.ts';

const essentials =
  'Via: SIP/2.0/UDP a.example;branch=z9hG4bK1\r\nFrom: <sip:a@a>;tag=1\r\nTo: <sip:b@b>\r\nCall-ID: 1\r\n';
const read = (text: string) => {
  const reading = readMessage(Buffer.from(text));
  if (reading.kind === 'garbage') throw new Error(reading.why);
  return reading.message;
};

test('short names, folded lines, spaces before colons and bare line feeds in SIP headers are understood', () => {
  const message = read(
    'INVITE sip:b@b SIP/2.0\nv: SIP/2.0/UDP a;branch=z9hG4bK1\nf : <sip:a@a>;tag=1\nt: <sip:b@b>\ni: 7\n' +
      'CSeq:  3   INVITE\nSubject: one\n  two\nk: timer, 100rel\nl: 2\n\nhi there',
  ) as SipRequest;
  expect(message).toMatchObject({ method: 'INVITE', uri: 'sip:b@b', body: 'hi' });
  expect(header(message, 'from')).toBe('<sip:a@a>;tag=1');
  expect(header(message, 'subject')).toBe('one two');
  expect(lists(message, 'supported', '100REL')).toBe(true);
});

test('a list header means the same in one line or in several', () => {
  const message = read(
    `SIP/2.0 200 OK\r\n${essentials}CSeq: 1 INVITE\r\nRecord-Route: <sip:a,b;lr>, <sip:c>\r\nRecord-Route: "x, y" <sip:d>\r\n\r\n`,
  );
  expect(headerList(message, 'record-route')).toEqual(['<sip:a,b;lr>', '<sip:c>', '"x, y" <sip:d>']);
});

test.each([
  ['nothing in it', ''],
  ['no CSeq', `OPTIONS sip:b SIP/2.0\r\n${essentials}\r\n`],
  ['a CSeq of another method', `OPTIONS sip:b SIP/2.0\r\n${essentials}CSeq: 1 BYE\r\n\r\n`],
  ['a CSeq beyond its range', `OPTIONS sip:b SIP/2.0\r\n${essentials}CSeq: 4294967295 OPTIONS\r\n\r\n`],
  ['another protocol', `GET / HTTP/1.1\r\n${essentials}CSeq: 1 GET\r\n\r\n`],
  ['a status above 699', `SIP/2.0 700 No\r\n${essentials}CSeq: 1 BYE\r\n\r\n`],
  [
    'a truncated body',
    `OPTIONS sip:b SIP/2.0\r\n${essentials}CSeq: 1 OPTIONS\r\nContent-Length: 9\r\n\r\nhi`,
  ],
  [
    'an invalid content length',
    `OPTIONS sip:b SIP/2.0\r\n${essentials}CSeq: 1 OPTIONS\r\nContent-Length: -1\r\n\r\nhi`,
  ],
])('a SIP message with %s is rejected as garbage without an exception', (_, text) => {
  expect(readMessage(Buffer.from(text)).kind).toBe('garbage');
});

test('no value of a SIP header can smuggle in another header', () => {
  const written = writeMessage({
    method: 'INVITE',
    uri: 'sip:b@b',
    headers: [['from', 'evil\r\nRoute: <sip:evil>\u0000']],
    body: '',
  });
  expect(written.split('\r\n').filter((line) => /^Route/.test(line))).toEqual([]);
});

test('a written message is read back unchanged', () => {
  const message = read(`BYE sip:b@b SIP/2.0\r\n${essentials}CSeq: 2 BYE\r\nContent-Length: 3\r\n\r\nä!`);
  expect(read(writeMessage(message)).headers.filter(([name]) => name !== 'content-length')).toEqual(
    message.headers.filter(([name]) => name !== 'content-length'),
  );
  expect(writeMessage(message)).toContain('Content-Length: 3\r\n\r\nä!');
});

test('a SIP address is split into its parts', () => {
  expect(readUri('sip:user:p%40ss@host.example:5070;transport=TCP;lr?x=y')).toMatchObject({
    user: 'user',
    password: 'p@ss',
    host: 'host.example',
    port: 5070,
  });
  expect(readUri('sips:[2001:db8::1]:5061')).toMatchObject({
    scheme: 'sips',
    host: '2001:db8::1',
    port: 5061,
  });
  expect(readUri('sip:host:70000')).toBeUndefined();
  expect(readUri('http://host')).toBeUndefined();
});

test('parameters after a SIP address without angle brackets belong to the header', () => {
  expect(readAddress('sip:a@b;tag=7')).toMatchObject({ uri: 'sip:a@b' });
  expect(tagOf('"A; tag=1" <sip:a@b;tag=2>;tag="3"')).toBe('3');
  expect(tagOf('<sip:a@b>')).toBeUndefined();
});

test('a Via header may have spaces around its parts', () => {
  expect(readVia('SIP / 2.0 / UDP [2001:db8::1] : 5070 ;branch=z9;rport')).toMatchObject({
    transport: 'udp',
    host: '2001:db8::1',
    port: 5070,
  });
});
