import { expect, test } from 'vitest'
import { isSandboxOff } from './sandbox-switch.ts'

test.each([
  [['no-sandbox'], true, true],
  [['no-sandbox'], false, false], // tests as root have no other way
  [[], true, false],
  [['kiosk', 'sandbox'], true, false],
])('%j, installed: %s', (switches, isPackaged, expected) =>
  expect(isSandboxOff({ hasSwitch: (name) => switches.includes(name) }, isPackaged)).toBe(expected),
)
