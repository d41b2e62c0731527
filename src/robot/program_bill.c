/* program_bill.c - see program_bill.h. */
#include "robot/program_bill.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "arena_bill.h"
#include "robot/program_command.h"

enum { BILL_BYTES = 4096 };

int program_allow_network(struct robot *robot, struct err *err)
{
	int fd = memfd_create("arena-bill", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (fd < 0 || ftruncate(fd, BILL_BYTES) || fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL)) {
		if (fd >= 0)
			close(fd);
		return err_errno(err, "cannot make the bill of the robot '%s'", robot->label);
	}
	robot->program->has_network = true;
	robot->program->bill = fd;
	return 0;
}

bool program_bill(const struct robot *robot, struct program_sums *sums)
{
	struct arena_bill bill;
	if (!robot->program || robot->program->bill < 0 ||
	    pread(robot->program->bill, (void *)&bill, sizeof bill, 0) != (ssize_t)sizeof bill)
		return false;
	*sums = (struct program_sums){
		.requests = bill.requests, .tokens_in = bill.tokens_in, .tokens_out = bill.tokens_out,
		.micro_dollars = bill.micro_dollars, .unserved = bill.unserved,
	};
	return true;
}
