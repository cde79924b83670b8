-- Nothing: this number is taken by a change that is made at the same time.
select 1;
