-- What a trunk says in a message about the right to show the caller ID (STIR/SHAKEN), as received. Null: nothing, or a process
-- of the version before kept the message.
alter table call_sip_messages
  -- A, B or C.
  add column attestation text,
  -- PASSED, FAILED or NOT_DONE: what the network says about its check of the signature.
  add column verification text;
