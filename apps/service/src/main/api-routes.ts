import type { Seal } from '@parley/kernel/seal.ts';
import { apiKeyRoutes } from '../domains/access/api-key.routes.ts';
import { getAgent } from '../domains/agents/agent.actions.ts';
import { agentRoutes, preflightRoutes } from '../domains/agents/agent.routes.ts';
import { companyModelRoutes } from '../domains/agents/company-model.routes.ts';
import { phoneNumberRoutes } from '../domains/agents/phone-number.routes.ts';
import type { CallSpeech, HasModel } from '../domains/agents/preflight.model.ts';
import { analysisPdfRoutes } from '../domains/analysis/analysis-pdf.routes.ts';
import type { AnalysisPdf } from '../domains/analysis/report.actions.ts';
import { billingRoutes } from '../domains/billing/billing.routes.ts';
import { companyRoutes } from '../domains/companies/company.routes.ts';
import { contactFieldRoutes } from '../domains/contact-fields/contact-field.routes.ts';
import { requireContact } from '../domains/contacts/contact.actions.ts';
import { contactRoutes } from '../domains/contacts/contact.routes.ts';
import {
  type ConversationLinks,
  removeConversationsOfContact,
  removeConversationsOfJob,
} from '../domains/conversations/conversation.actions.ts';
import { conversationRoutes } from '../domains/conversations/conversation.routes.ts';
import { documentRoutes } from '../domains/documents/document.routes.ts';
import { jobExtractionRoutes, jobRoutes } from '../domains/jobs/job.routes.ts';
import type { ExtractionServices } from '../domains/jobs/job-extraction.actions.ts';
import { runRoutes } from '../domains/runs/run.routes.ts';
import { contactOfProfile } from '../domains/sourcing/profile.actions.ts';
import { profileRoutes, sourcingRoutes } from '../domains/sourcing/sourcing.routes.ts';
import type { Attachments } from '../domains/webhooks/delivery.actions.ts';
import { deliveryRoutes } from '../domains/webhooks/delivery.routes.ts';
import type { WebhookServices } from '../domains/webhooks/webhook.actions.ts';
import { webhookRoutes } from '../domains/webhooks/webhook.routes.ts';
import type { Route } from '../http/route.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { liveEntry } from '../workflows/live-view.ts';

/** The table of contents of the API. */
export const makeRoutes = ({
  pepper,
  onKeyChange,
  objects,
  conversationLinks,
  webhooks,
  analysisPdf,
  attachments,
  extraction,
  modelSeal,
  speech,
  hasModel,
}: {
  pepper: string;
  onKeyChange: () => void;
  objects: ObjectStore;
  conversationLinks: ConversationLinks;
  webhooks: WebhookServices;
  analysisPdf: AnalysisPdf;
  attachments: Attachments;
  extraction: ExtractionServices;
  modelSeal: Seal;
  speech: CallSpeech;
  hasModel: HasModel;
}): readonly Route[] => [
  ...conversationRoutes(conversationLinks, liveEntry),
  ...analysisPdfRoutes(analysisPdf),
  ...runRoutes(conversationLinks),
  ...contactRoutes({ beforeRemoval: removeConversationsOfContact, findOrigin: contactOfProfile }),
  ...documentRoutes({ owner: 'contact', requireOwner: requireContact, objects }),
  ...contactFieldRoutes,
  ...jobRoutes({ beforeRemoval: removeConversationsOfJob }),
  ...sourcingRoutes,
  ...profileRoutes,
  ...jobExtractionRoutes(extraction),
  ...agentRoutes,
  ...preflightRoutes(speech, hasModel),
  ...documentRoutes({ owner: 'agent', requireOwner: getAgent, objects }),
  ...phoneNumberRoutes,
  ...webhookRoutes(webhooks),
  ...deliveryRoutes(attachments),
  ...companyRoutes,
  ...companyModelRoutes(modelSeal),
  ...billingRoutes,
  ...apiKeyRoutes({ pepper, onChange: onKeyChange }),
];
