import { MAX_DESTINATIONS, MAX_LABEL, MAX_NUMBER, sentFlow } from '@parley/contract/flow.ts';
import { e164 } from '@parley/kernel/phone-number.ts';
import type { HandoffSection } from './flow.model.ts';
import { type FlowFindings, given, type Sent } from './flow-findings.model.ts';

type Destination = HandoffSection['destinations'][number];

/** Where a handoff leads: one number, or several with the labels by which the agent chooses. */
export function readDestinations(
  findings: FlowFindings,
  path: string,
  sent: Sent,
  country: string | null,
): readonly Destination[] {
  if (sent.phoneNumber === undefined && sent.destinations === undefined) {
    findings.add(path, 'needs phoneNumber or destinations');
    return [];
  }
  if (sent.phoneNumber !== undefined && sent.destinations !== undefined)
    findings.add(`${path}.destinations`, 'cannot be combined with phoneNumber');
  if (sent.phoneNumber !== undefined)
    return [{ phoneNumber: readNumber(findings, `${path}.phoneNumber`, sent.phoneNumber, country) }];
  return readList(findings, `${path}.destinations`, sent.destinations, country);
}

function readList(
  findings: FlowFindings,
  path: string,
  value: unknown,
  country: string | null,
): readonly Destination[] {
  const list = findings.list(path, value, 1);
  if (list.length > MAX_DESTINATIONS) {
    findings.add(path, `must not have more than ${MAX_DESTINATIONS} entries`);
    return [];
  }
  const labels = new Set<string>();
  return list.flatMap((entry, index) => {
    const at = `${path}[${index}]`;
    const sent = findings.object(at, entry);
    if (sent === undefined) return [];
    findings.refuseUnknown(at, sent, sentFlow.destination);
    if (sent.label === undefined && list.length > 1)
      findings.add(`${at}.label`, 'is required: with several destinations the agent chooses by label');
    const { label } = given(sent, 'label', at, (place, text) => findings.text(place, text, MAX_LABEL));
    if (label !== undefined && label !== '' && labels.has(label))
      findings.add(`${at}.label`, 'is the label of another destination');
    if (label !== undefined) labels.add(label);
    const phoneNumber = readNumber(findings, `${at}.phoneNumber`, sent.phoneNumber, country);
    return [label === undefined ? { phoneNumber } : { label, phoneNumber }];
  });
}

function readNumber(findings: FlowFindings, path: string, value: unknown, country: string | null): string {
  const text = findings.text(path, value, MAX_NUMBER);
  if (text === '') return '';
  const number = e164(text, country);
  if (number === undefined)
    findings.add(
      path,
      'must be a telephone number, with + and its country code or in the form of the company’s country',
    );
  return number ?? '';
}
