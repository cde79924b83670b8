import { Page } from '../../kit/page.tsx';

export function ConversationsPage() {
  return <Page title="Conversations">To be written.</Page>;
}
