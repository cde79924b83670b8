import { expect, test } from 'vitest';
import { SipFraming } from './sip-framing.ts';

const message = (body: string, name = 'Content-Length') =>
  `OPTIONS sip:b SIP/2.0\r\n${name}: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const texts = (framing: SipFraming, chunk: string) =>
  framing
    .push(Buffer.from(chunk))
    .map((frame) => (frame.kind === 'message' ? frame.bytes.toString() : frame.kind));

test('messages are cut out wherever the stream was broken', () => {
  const whole = message('hello') + message('', 'l') + message('wörld');
  for (let size = 1; size < 40; size++) {
    const framing = new SipFraming();
    const bytes = Buffer.from(whole);
    const found: string[] = [];
    for (let at = 0; at < bytes.length; at += size)
      for (const frame of framing.push(bytes.subarray(at, at + size)))
        if (frame.kind === 'message') found.push(frame.bytes.toString());
    expect(found).toEqual([message('hello'), message('', 'l'), message('wörld')]);
  }
});

test('a double CRLF is a ping, a single one is not', () => {
  const framing = new SipFraming();
  expect(texts(framing, '\r\n\r\n')).toEqual(['ping']);
  expect(texts(framing, `\r\n${message('x')}`)).toEqual([message('x')]);
});

test('a stream that never ends a head, or announces too much, is given up', () => {
  expect(texts(new SipFraming(), 'x'.repeat(70_000))).toEqual(['lost']);
  expect(texts(new SipFraming(), 'INVITE sip:b SIP/2.0\r\nContent-Length: 999999\r\n\r\n')).toEqual(['lost']);
});
