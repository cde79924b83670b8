import type { MessagePreviewRequest, MessagePreviewView } from '@parley/contract/message.ts';
import { invalid } from '@parley/kernel/failure.ts';
import type { Scope } from '../../storage/scope.ts';
import { getAgent } from '../agents/agent.actions.ts';
import { messageViolations } from '../agents/agent.model.ts';
import { ownCompany } from '../companies/company.actions.ts';
import { templateOf, writeMessage } from './message.model.ts';
import type { MessageLinks } from './message-delivery.actions.ts';

/** As long as a real one, and leads to no conversation. */
const NO_CONVERSATION = '00000000-0000-4000-8000-000000000000';
/** As long as a real one, and of nobody's address. */
const NO_HASH = '0'.repeat(64);

/** What a message would say to an example contact: in the words that are sent, in the agent's, or in the built-in ones. */
export async function previewMessage(
  scope: Scope,
  agentId: string,
  { kind, channel, language: wanted, subject, text }: MessagePreviewRequest,
  links: Pick<MessageLinks, 'urlOf' | 'stopUrl'>,
): Promise<MessagePreviewView> {
  const violations = [
    ...(text === undefined && subject !== undefined ? ['subject needs a text'] : []),
    ...(text === undefined ? [] : messageViolations({ channel, text, ...(subject && { subject }) }, '')),
  ];
  if (violations.length > 0) throw invalid(violations);
  const [agent, company] = await Promise.all([getAgent(scope, agentId), ownCompany(scope)]);
  const language = wanted ?? agent.language;
  const content = {
    kind,
    channel,
    language,
    agentLanguage: agent.language,
    templates:
      text === undefined
        ? agent.settings.messages?.templates
        : [{ kind, channel, language, text, ...(subject !== undefined && { subject }) }],
    firstName: 'Ada',
    lastName: 'Novak',
    companyName: company.name,
    agentName: agent.name,
    link: links.urlOf(NO_CONVERSATION),
    opensAt: scope.now(),
    timeZone: company.timezone,
    stopUrl: links.stopUrl({ companyId: scope.companyId, channel, hash: NO_HASH, language }),
  };
  const { isOwn, ...template } = templateOf(content);
  return { isOwn, template, message: writeMessage(content) };
}
