import type { AgentTemplate } from '@parley/contract/agent-template.ts';
import templates from '@parley/language/world/agent-templates.json' with { type: 'json' };

/** Agents to start from. Each passes its preflight check and its evaluation as it is. */
export const agentTemplates = templates as unknown as readonly AgentTemplate[];
