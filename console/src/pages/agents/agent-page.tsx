import { Page } from '../../kit/page.tsx';

export function AgentPage() {
  return <Page title="Agent">To be written.</Page>;
}
