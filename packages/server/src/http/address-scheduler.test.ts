import { expect, it } from 'vitest'
import { AddressScheduler } from './address-scheduler.ts'

it('lets a request begin whose connection was reset and has no address any more', () => {
  let begun = 0
  new AddressScheduler().enter({ ip: undefined as never }, () => begun++)
  expect(begun).toBe(1)
})
