import { Page } from '../../kit/page.tsx';

export function ConversationPage() {
  return <Page title="Conversation">To be written.</Page>;
}
