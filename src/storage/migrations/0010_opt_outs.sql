-- Who asked never to be called again is left in peace under their number, whichever contact of the company it is
-- entered with next. Only a keyed hash is kept: it outlives the contact, whose number is to be forgotten.
alter table companies add column number_key bytea not null
  default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());

create table opted_out_numbers (
  company_id uuid not null references companies on delete cascade,
  number_hash bytea not null,
  created_at timestamptz not null,
  primary key (company_id, number_hash)
);

create function number_hash(company uuid, number text) returns bytea language plpgsql stable as $$
declare
  key bytea;
begin
  select number_key into key from companies where id = company;
  return sha256(key || sha256(key || convert_to(number, 'UTF8')));
end $$;

create function is_opted_out(company uuid, number text) returns boolean language plpgsql stable as $$
begin
  return number is not null and exists (
    select from opted_out_numbers where company_id = company and number_hash = number_hash(company, number));
end $$;

-- Numbers of the simulated network are nobody's.
insert into opted_out_numbers (company_id, number_hash, created_at)
  select distinct on (1, 2) company_id, number_hash(company_id, phone_number), updated_at
  from contacts where do_not_call and phone_number !~ '^\+1500555\d{4}$';

-- The last attempt that was deleted, where it is needed to tell what a further call comes after.
alter table conversations add column deleted_attempt jsonb;
