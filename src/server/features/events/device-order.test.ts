import { expect, test } from 'vitest'
import { decidingOrder } from './device-order.ts'

const from = (deviceId: string | undefined, sequence?: number) => ({ deviceId, sequence })

test.each([
  ['nothing', [], []],
  ['no device keeps its order', [from(undefined, 9), from(undefined, 1)], [0, 1]],
  [
    'a device in the order in which it counted',
    [from('a', 3), from('a', 1), from('a', 2)],
    [1, 2, 0],
  ],
  ['equal numbers stay as they came', [from('a', 1), from('a', 1), from('a', 0)], [2, 0, 1]],
  [
    'devices are not mixed, and others stay in their places',
    [from('a', 8), from('b', 2), from(undefined, 0), from('b', 1), from('a', 7), from('a')],
    [4, 3, 2, 1, 0, 5],
  ],
] as const)('%s', (_what, wishes, order) => expect(decidingOrder(wishes)).toEqual(order))
