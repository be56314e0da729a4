import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  certificateOf,
  doorOf,
  exportDoorKey,
  importDoorKey,
  makeDoorKey,
  readPublicKey,
} from './door-key.ts'

test('the certificate is signed by the key that it holds', () => {
  const key = makeDoorKey()
  const certificate = new X509Certificate(certificateOf(key))
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(certificate.checkPrivateKey(key.privateKey)).toBe(true)
  expect(doorOf(certificate.publicKey.export({ type: 'spki', format: 'der' }))).toBe(key.door)
  expect(certificate.subject).toBe(`CN=${key.door.slice(0, 32)}`)
})
test('a stored key is the same door', () => {
  const key = makeDoorKey()
  expect(importDoorKey(exportDoorKey(key))).toMatchObject({
    door: key.door,
    publicKey: key.publicKey,
  })
})
test('what is no P-256 key is refused', () => {
  expect(readPublicKey(makeDoorKey().publicKey)?.type).toBe('public')
  for (const text of [
    '',
    'AAAA',
    'no base64!',
    'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=',
  ])
    expect(readPublicKey(text)).toBeUndefined()
})
