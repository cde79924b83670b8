import type { JsonSchema } from './openapi-document.ts';

const uuid: JsonSchema = { type: 'string', format: 'uuid' };
const instant: JsonSchema = { type: 'string', format: 'date-time' };
const day: JsonSchema = { type: 'string', format: 'date' };
const count: JsonSchema = { type: 'integer', minimum: 0 };

function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

const person: Readonly<Record<string, JsonSchema>> = {
  firstName: { type: 'string', minLength: 1, maxLength: 100 },
  lastName: { type: 'string', minLength: 1, maxLength: 100 },
  email: { type: 'string', format: 'email', maxLength: 320 },
  phoneNumber: { type: 'string', description: 'In international form.', pattern: '^\\+[1-9]\\d{6,14}$' },
  gdprExpiryDate: { ...day, description: 'Documents of the contact are deleted at this date.' },
  gender: {
    description: 'For gender-aware addressing; null means it is inferred from the name.',
    anyOf: [{ const: 'male' }, { const: 'female' }, { type: 'null' }],
  },
  fields: {
    type: 'object',
    description: 'Catalog key to value, said as `{{contact.<key>}}`.',
    additionalProperties: {},
  },
  metadata: { type: 'object', description: 'Your own scratch space.' },
  jobIds: { type: 'array', items: uuid, maxItems: 50, uniqueItems: true },
  workHistory: { type: 'array', maxItems: 20, items: ref('WorkHistory') },
};

export const sampleSchemas: Readonly<Record<string, JsonSchema>> = {
  ContactStatus: { type: 'string', enum: ['UNDEFINED', 'APPLIED', 'IN_PROCESS', 'REJECTED', 'ACCEPTED'] },
  Contact: {
    type: 'object',
    description: 'A person to call.',
    required: ['id', 'firstName', 'lastName', 'status', 'fields', 'createdAt', 'updatedAt'],
    properties: {
      id: { ...uuid, readOnly: true },
      ...person,
      status: ref('ContactStatus'),
      overallRating: { type: ['integer', 'null'], minimum: 0, maximum: 100 },
      jobId: { ...uuid, deprecated: true, description: 'Use `jobIds`.' },
      createdAt: { ...instant, readOnly: true },
      updatedAt: { ...instant, readOnly: true },
    },
  },
  NewContact: {
    type: 'object',
    required: ['firstName', 'lastName', 'gdprExpiryDate'],
    properties: { ...person, status: ref('ContactStatus') },
    anyOf: [{ required: ['email'] }, { required: ['phoneNumber'] }],
  },
  ContactChange: { type: 'object', properties: person },
  WorkHistory: {
    type: 'object',
    required: ['companyName'],
    properties: {
      id: { ...uuid, readOnly: true },
      companyName: { type: 'string', maxLength: 200, example: 'Analytical Engines' },
      startDate: day,
      endDate: day,
    },
  },
  NewConversation: {
    type: 'object',
    properties: {
      contactId: { ...uuid, description: 'An existing contact; excludes `contact`.' },
      contact: ref('NewContact'),
      agentId: { ...uuid, description: 'An existing agent.' },
      scheduleTime: { ...instant, description: 'In the future, at most 30 days ahead.' },
      isTest: { type: 'boolean', default: false },
      metadata: { type: 'object' },
    },
    oneOf: [{ required: ['contactId'] }, { required: ['contact'] }],
  },
  Conversation: {
    type: 'object',
    required: ['id', 'contactId', 'agentId', 'status', 'createdAt'],
    properties: {
      id: uuid,
      contactId: uuid,
      agentId: uuid,
      status: { enum: ['SCHEDULED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'FAILED', 'UNREACHABLE'] },
      runId: { anyOf: [uuid, { type: 'null' }], description: 'Null for a conversation created on its own.' },
      scheduledAt: instant,
      createdAt: instant,
      durationMinutes: count,
      callAttempts: { type: 'array', items: ref('CallAttempt') },
      analytics: ref('Analytics'),
      isTest: { type: 'boolean' },
    },
  },
  CallAttempt: {
    type: 'object',
    required: ['id', 'status'],
    properties: {
      id: uuid,
      direction: { const: 'OUTBOUND' },
      status: { enum: ['COMPLETED', 'SCHEDULED', 'IN_PROGRESS', 'BUSY'] },
      retryNumber: count,
      recordingUrl: { type: 'string', format: 'uri' },
      duration: { ...count, description: 'Seconds.' },
      transcript: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            speaker: { enum: ['AI', 'CONTACT'] },
            text: { type: 'string', example: 'Good morning, is this a good time?' },
            startTime: { type: 'number', minimum: 0 },
          },
        },
      },
    },
  },
  Analytics: {
    type: 'object',
    properties: {
      matchScore: { type: 'number', minimum: 0, maximum: 100, example: 82.5 },
      summary: { type: 'string', example: 'Available from May; prefers remote work.' },
      section: { ...ref('Section'), description: 'The part of the flow the call ended in.' },
    },
  },
  Section: {
    type: 'object',
    description: 'A section of a flow; a section may hold sections.',
    required: ['key', 'block'],
    properties: {
      key: { type: 'string', example: 'availability' },
      block: { oneOf: [ref('Question'), ref('Statement')] },
      children: { type: 'array', items: ref('Section') },
      next: { anyOf: [ref('Section'), { type: 'null' }] },
    },
  },
  Question: {
    type: 'object',
    required: ['type', 'ask'],
    properties: { type: { const: 'question' }, ask: { type: 'string', example: 'When could you start?' } },
  },
  Statement: {
    type: 'object',
    required: ['type', 'say'],
    properties: { type: { const: 'statement' }, say: { type: 'string' } },
  },
  NewWebhook: {
    type: 'object',
    required: ['url', 'events'],
    properties: {
      url: { type: 'string', format: 'uri', maxLength: 2048 },
      events: {
        type: 'array',
        minItems: 1,
        items: {
          enum: [
            'INTERVIEW_STARTED',
            'INTERVIEW_COMPLETED',
            'INTERVIEW_FAILED',
            'ANALYSIS_COMPLETED',
            'PING',
          ],
        },
      },
      vocabulary: { enum: ['NEUTRAL', 'LEGACY'], default: 'LEGACY', example: 'NEUTRAL' },
      timeoutMs: { type: 'integer', minimum: 1000, maximum: 30000, default: 10000 },
      headers: {
        type: 'object',
        maxProperties: 20,
        additionalProperties: { type: 'string', maxLength: 1000 },
        description:
          'Sent with every delivery. Text such as `<script>alert(1)</script>` is shown, never run.',
      },
    },
  },
  Webhook: {
    type: 'object',
    required: ['id', 'url', 'events', 'isActive'],
    properties: {
      id: uuid,
      url: { type: 'string', format: 'uri' },
      events: { type: 'array', items: { type: 'string', example: 'INTERVIEW_COMPLETED' } },
      isActive: { type: 'boolean' },
      consecutiveFailures: count,
      circuitOpenedAt: { anyOf: [instant, { type: 'null' }], example: null },
    },
  },
  NewApiKey: {
    type: 'object',
    required: ['companyId', 'name', 'scopes'],
    properties: {
      companyId: uuid,
      name: { type: 'string', maxLength: 100, example: 'Staging' },
      scopes: { type: 'array', minItems: 1, items: { type: 'string', example: 'read:contacts' } },
      expiresAt: instant,
      allowedIPs: {
        type: 'array',
        items: { type: 'string' },
        description: 'Single addresses or CIDR ranges.',
      },
    },
  },
  ConversationEvent: {
    type: 'object',
    required: ['event', 'timestamp', 'deliveryId', 'data'],
    properties: {
      event: { const: 'conversation.completed' },
      timestamp: instant,
      deliveryId: uuid,
      data: {
        type: 'object',
        required: ['conversationId', 'contactId', 'runId', 'status'],
        properties: {
          conversationId: uuid,
          contactId: uuid,
          runId: { type: ['string', 'null'], format: 'uuid' },
          status: { const: 'COMPLETED' },
        },
      },
    },
  },
  Error: {
    type: 'object',
    required: ['statusCode', 'message', 'traceId', 'timestamp'],
    properties: {
      statusCode: { type: 'integer' },
      message: { type: 'string' },
      traceId: { type: 'string' },
      timestamp: instant,
      errors: { type: 'array', items: { type: 'string', example: 'firstName must not be empty' } },
    },
  },
  BillingError: {
    allOf: [
      ref('Error'),
      {
        type: 'object',
        properties: {
          billing: {
            type: 'object',
            properties: {
              requiredMinutes: { ...count, example: 30 },
              availableMinutes: { ...count, example: 12 },
              suggestedAction: {
                enum: ['purchase_minutes', 'upgrade_plan', 'increase_spending_cap', 'contact_support'],
              },
            },
          },
        },
      },
    ],
  },
};
