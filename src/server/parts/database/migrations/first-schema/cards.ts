/** Cards, the versions of the signed status list, and cards in the wallets of phones. */
import type { EngineRules } from '../../engine.ts'
import type { Statements } from './statements.ts'

/** Stays as it is: the blocks of every database are counted by it. */
export const CARDS_A_BLOCK = 1_024

const RAISE = 'on conflict (block) do update set version = status_blocks.version + 1'
/** Raises the version of the block of a card. */
const raiseCard = (row: 'new' | 'old'): string =>
  `insert into status_blocks (block, version) values (${row}.status_index / ${CARDS_A_BLOCK}, 1) ${RAISE};`
/** Raises the version of the block of a member's card. */
const RAISE_HOLDER = `insert into status_blocks (block, version)
  select distinct status_index / ${CARDS_A_BLOCK}, 1 from cards where member_id = new.id and replaced_at is null ${RAISE};`

/**
 * The version of a block grows in the transaction of each change to a card or to the state of its
 * holder, in every process. Who holds a block reads it again only when its version is another;
 * without this a million cards are read at each look.
 */
const blockTriggers = ({ kind }: EngineRules): readonly string[] =>
  kind === 'sqlite'
    ? [
        `create trigger cards_block_insert after insert on cards begin ${raiseCard('new')} end`,
        `create trigger cards_block_update after update on cards begin ${raiseCard('new')} end`,
        `create trigger cards_block_delete after delete on cards begin ${raiseCard('old')} end`,
        `create trigger members_block_status after update of status on members when old.status is not new.status
          begin ${RAISE_HOLDER} end`,
      ]
    : [
        `create function raise_card_block() returns trigger language plpgsql as $$ begin
          if tg_op = 'DELETE' then ${raiseCard('old')} else ${raiseCard('new')} end if; return null; end $$`,
        `create function raise_holder_block() returns trigger language plpgsql as $$ begin
          ${RAISE_HOLDER} return null; end $$`,
        // Deferred to the commit, so that writers hold the row of a block only briefly.
        `create constraint trigger cards_block after insert or update or delete on cards
          deferrable initially deferred for each row execute function raise_card_block()`,
        `create constraint trigger members_block after update of status on members
          deferrable initially deferred for each row when (old.status is distinct from new.status)
          execute function raise_holder_block()`,
      ]

export const cards: Statements = (rules) => [
  `create table cards (
    status_index ${rules.countedId},
    member_id bigint not null references members (id) on delete cascade,
    issued_at text not null,
    expires_at text not null,
    replaced_at text)`,
  'create unique index cards_in_force on cards (member_id) where replaced_at is null',
  // Deleting a member deletes the cards, which without an index means to read all cards.
  'create index cards_member on cards (member_id)',

  'create table status_blocks (block bigint primary key, version bigint not null)',
  ...blockTriggers(rules),

  `create table wallet_passes (
    id text primary key,
    card_index bigint not null references cards (status_index) on delete cascade,
    kind text not null,
    token_hash text,
    shown text not null,
    is_void integer not null,
    changed_at text not null,
    created_at text not null,
    withdrawn_at text,
    told text not null,
    failures integer not null,
    next_try_at text not null,
    unique (card_index, kind))`,
  'create unique index wallet_passes_token on wallet_passes (token_hash)',

  `create table wallet_phones (
    id text primary key,
    pass_id text not null references wallet_passes (id) on delete cascade,
    device_hash text not null,
    push_token text not null,
    created_at text not null,
    told_at text not null,
    failures integer not null,
    next_try_at text not null,
    unique (pass_id, device_hash))`,
  'create index wallet_phones_device on wallet_phones (device_hash)',

  // Cards of erased members that Google still shows. Nothing in it leads to a person: the serial
  // number was drawn by chance (ADR 0055).
  `create table wallet_void_notices (
    id text primary key,
    language text not null,
    created_at text not null,
    failures integer not null,
    next_try_at text not null)`,
]
