import * as contract from '#shared/contract/witness-reports.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import { networkHolder } from '../../base/work-gate.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import { demandProofAlways } from '../../parts/security/proof-of-work.ts'
import { countInTotal } from '../../parts/security/throttle.ts'
import { lockReport } from '../../records/reports/report-repository.ts'
import { presentDialogue } from '../../records/witness-reports/present.ts'
import {
  addEntry,
  clearUnread,
  findOfWitness,
} from '../../records/witness-reports/witness-repository.ts'
import { fileReport, takesWitnesses } from './file-report.ts'
import { addEvidence, readReport, withdraw, writeMessage } from './receipt-calls.ts'

const witnessInfo: Handler<typeof contract.witnessInfo> = async (_input, deps) =>
  done({ open: await takesWitnesses(deps) })

const createWitnessReport: Handler<typeof contract.createWitnessReport> = async (
  { headers, body, facts },
  deps,
) => {
  if (!(await takesWitnesses(deps))) return refuse('witness-closed')
  const unproven = await demandProofAlways(
    deps,
    contract.createWitnessReport,
    headers['x-proof-of-work'],
  )
  if (unproven !== undefined) return unproven
  const filed = await fileReport(deps, body, facts, networkHolder(facts.networks))
  if (!filed.ok) return filed
  await countInTotal(deps, contract.createWitnessReport)
  return done({ receipt: filed.value.receipt })
}

const readWitnessReport: Handler<typeof contract.readWitnessReport> = ({ caller: witness }, deps) =>
  readReport(deps, witness.reportId)

const writeToStaff: Handler<typeof contract.writeToStaff> = (
  { body, caller: witness, facts },
  deps,
) => writeMessage(deps, witness.reportId, body, facts)

const addWitnessEvidence: Handler<typeof contract.addWitnessEvidence> = (
  { body: { fileUrl, description }, caller: witness, facts },
  deps,
) => addEvidence(deps, witness.reportId, { fileId: fileUrl, description }, facts, facts.requestId)

const withdrawWitnessReport: Handler<typeof contract.withdrawWitnessReport> = (
  { caller: witness, facts },
  deps,
) => withdraw(deps, witness.reportId, facts)

const readDialogue: Handler<typeof contract.readDialogue> = async (
  { params },
  { database: { db } },
) => {
  const dialogue = await presentDialogue(db, params.id)
  return dialogue === undefined ? refuse('not-found') : done(dialogue)
}

const askWitness: Handler<typeof contract.askWitness> = (
  { params: { id }, body: { text, version, unread }, caller, facts },
  { clock },
) =>
  facts.transact(async (transaction) => {
    const report = await lockReport(transaction, id)
    if (report === undefined || (await findOfWitness(transaction, id)) === undefined)
      return refuse('not-found')
    const entry = {
      report_id: id,
      author_id: caller.memberId,
      text,
      created_at: isoNow(clock),
      seen: version,
      unread,
    }
    const isWritten = await addEntry(transaction, entry)
    const dialogue = await presentDialogue(transaction, id)
    if (dialogue === undefined) return refuse('not-found')
    if (!isWritten) return refuse('conflict', { extra: { current: dialogue } })
    facts.trace({ target: `report:${id}` })
    return done(dialogue)
  })

const markSeen: Handler<typeof contract.markSeen> = (
  { params: { id }, body: { unread }, facts },
  _deps,
) =>
  facts.transact(async (transaction) => {
    await clearUnread(transaction, id, unread)
    const dialogue = await presentDialogue(transaction, id)
    if (dialogue === undefined) return refuse('not-found')
    facts.trace({ target: `report:${id}` })
    return done(dialogue)
  })

export const witnessReportsHandlers: HandlersOf<typeof contract.witnessReportsRoutes> = {
  'witness.info': witnessInfo,
  'witness.create': createWitnessReport,
  'witness.read': readWitnessReport,
  'witness.write': writeToStaff,
  'witness.addEvidence': addWitnessEvidence,
  'witness.withdraw': withdrawWitnessReport,
  'witness.dialogue': readDialogue,
  'witness.ask': askWitness,
  'witness.seen': markSeen,
}
