/** docs/ and what its pages link: the service serves them as its documentation, also where it was installed as a package. */
export const releaseDocuments: readonly string[] = [
  'docs',
  'deploy',
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'CODE_OF_CONDUCT.md',
  'SECURITY.md',
  '.env.example',
  'packages/sdk-web/README.md',
  'packages/sdk-web/src/example.html',
];
