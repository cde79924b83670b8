import { Page } from '../../kit/page.tsx';

export function CompaniesPage() {
  return <Page title="Companies">To be written.</Page>;
}
