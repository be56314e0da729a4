import { expect, test } from 'vitest'
import { peaksOf } from './voice-player.tsx'

test('each bar of a wave is the loudest moment of its part', () => {
  expect(peaksOf(Float32Array.from([0, 0.5, -0.75, 0.25, 0, -1.5]), 3)).toEqual([0.5, 0.75, 1])
  expect(peaksOf(new Float32Array(0), 3)).toEqual([])
  expect(peaksOf(Float32Array.from([0.5]), 160)).toEqual([0.5])
})
