import { S3Client } from '@aws-sdk/client-s3'
import type { S3Place } from './s3-place.ts'

/** Creates the client for a place in an object store. */
export function s3Client({ region, endpoint }: S3Place): S3Client {
  return new S3Client({
    region,
    // Other stores than that of AWS may not have a host for each bucket, so the bucket is named in the path.
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    // Stores of other vendors do not support the client's additional checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}
