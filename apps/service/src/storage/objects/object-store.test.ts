import { openDisk, openEncrypted, openS3 } from '@parley/testing/object-store-benches.ts';
import { promises } from '@parley/testing/object-store-promises.ts';
import { describe } from 'vitest';

describe('objects on disk', () => promises(openDisk));
describe('objects on our S3 server', () => promises(openS3));
describe('encrypted objects on disk', () => promises(openEncrypted(openDisk)));
describe('encrypted objects on our S3 server', () => promises(openEncrypted(openS3)));
