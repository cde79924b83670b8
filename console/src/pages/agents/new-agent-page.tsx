import { Page } from '../../kit/page.tsx';

export function NewAgentPage() {
  return <Page title="New Agent">To be written.</Page>;
}
