import { Page } from '../../kit/page.tsx';

export function CompanyPage() {
  return <Page title="Company">To be written.</Page>;
}
